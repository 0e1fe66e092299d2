/** Where the clock of the machine may be read: clocks of tests, and the load and the probe that the bench uses too. */
export const CLOCK_FILES = [
  'test/faults/callbacks/memory-probe.mjs',
  'test/faults/callbacks/storm.ts',
  'test/faults/support/outbox-on-lossy-service.ts',
  'test/integration/app/live.test.ts',
];

/**
 * Where time may go by: each looks again and again for a state, up to a deadline, makes load at its own pace, or kills at
 * a random moment.
 */
export const POLLING_FILES = [
  'test/e2e/support/programs.ts',
  'test/faults/callbacks/kills.test.ts',
  'test/faults/callbacks/service-changes.ts',
  'test/faults/callbacks/callback-sender.ts',
  'test/faults/callbacks/storm.ts',
  'test/faults/support/random-activity.ts',
  'test/faults/support/run-until-killed.ts',
  'test/integration/keyring/private-desktop.ts',
  'test/integration/tunnel/private-sshd.ts',
];

/** What the machine took for it: never the same twice. */
const MEASURES = {
  performance: ['now'],
  process: ['hrtime', 'cpuUsage', 'memoryUsage', 'threadCpuUsage', 'resourceUsage'],
};

const getName = (node) => (node?.type === 'Identifier' ? node.name : undefined);

/** Whether a call is of `object.property`. */
function isCallOf(node, object, property) {
  const { callee } = node?.type === 'CallExpression' ? node : {};
  return getName(callee?.object) === object && getName(callee?.property) === property;
}

/** Names of moments: `Date.now() - startedAt` is a duration, `Date.now() - 10 * MINUTE_MS` a moment. */
const IS_MOMENT = /(At|start|began|before|since)$/i;

/** Times, memory and rates belong to `npm run bench`: what a busy machine makes longer is not broken. */
export const noMeasuring = {
  meta: {
    type: 'problem',
    docs: { description: 'tests measure nothing: figures belong to npm run bench' },
    schema: [],
    messages: {
      measures:
        'Tests measure no time and no memory: assert what is true however slow the machine is, and make the figure a row of npm run bench.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'measures' });
    return {
      MemberExpression(node) {
        if (MEASURES[getName(node.object)]?.includes(getName(node.property))) report(node);
      },
      ImportDeclaration(node) {
        const banned = MEASURES[node.source.value.replace(/^node:/, '')] ?? [];
        for (const specifier of node.specifiers) if (banned.includes(getName(specifier.imported))) report(specifier);
      },
      BinaryExpression(node) {
        const isDuration = node.operator === '-' && isCallOf(node.left, 'Date', 'now');
        if (isDuration && IS_MOMENT.test(getName(node.right) ?? '')) report(node);
      },
    };
  },
};

/** Whether a function of a Promise does nothing but let time go by: `(resolve) => setTimeout(resolve, 50)`. */
function isSleep(executor) {
  if (!/Function/.test(executor?.type ?? '') || executor.params.length === 0) return false;
  const resolve = getName(executor.params[0]);
  const [statement, ...others] = executor.body.type === 'BlockStatement' ? executor.body.body : [executor.body];
  if (statement === undefined || others.length > 0) return false;
  let call = statement.type === 'ExpressionStatement' ? statement.expression : statement;
  if (call.type === 'UnaryExpression') call = call.argument;
  const isTimer = call.type === 'CallExpression' && getName(call.callee) === 'setTimeout';
  return isTimer && getName(call.arguments[0]) === resolve;
}

/** A test waits for a state that a person or the other side would see, never for time. */
export const noSleeping = {
  meta: {
    type: 'problem',
    docs: { description: 'tests wait for states, never for time' },
    schema: [],
    messages: {
      sleeps:
        'Tests do not sleep: wait for what the user would see (expect.poll, vi.waitFor, locators), or move a fake clock.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'sleeps' });
    return {
      CallExpression(node) {
        if (getName(node.callee.property) === 'waitForTimeout') report(node);
      },
      ImportDeclaration(node) {
        if (!/^(node:)?timers\/promises$/.test(node.source.value)) return;
        for (const specifier of node.specifiers) {
          if (!['setImmediate', 'setInterval'].includes(getName(specifier.imported))) report(specifier);
        }
      },
      NewExpression(node) {
        if (getName(node.callee) === 'Promise' && isSleep(node.arguments[0])) report(node);
      },
    };
  },
};
