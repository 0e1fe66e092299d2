/** The demo service on its own: `node main/demo/command.ts --port 4700 --live`. See steering/README.md. */
import { BadArguments, parseArguments } from './arguments.ts';
import type { CommandArguments } from './arguments.ts';
import { listen } from './listen.ts';
import { toControl } from './steering/control.ts';
import { createSteeredService } from './steering/steered-service.ts';

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function run({ port, options, faults }: CommandArguments): Promise<void> {
  const service = createSteeredService({ ...options, onProblem: complain });
  service.faults.set(faults);
  const listening = await listen(service, { port, control: toControl(service) });
  const { baseUrl, webUrl } = listening;
  process.stdout.write(`${JSON.stringify({ baseUrl, webUrl, username: service.username, apiKey: service.apiKey })}\n`);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    listening
      .dispose()
      .then(() => service.dispose())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          complain(error instanceof Error ? error.message : String(error));
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function toSentence(error: unknown, port: number): string {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) return `Port ${port} isn’t available. Choose another with --port, or use 0 for any free port.`;
  return error instanceof Error ? error.message : String(error);
}

try {
  const asked = parseArguments(process.argv.slice(2));
  await run(asked).catch((error: unknown) => {
    complain(toSentence(error, asked.port));
    process.exit(1);
  });
} catch (error) {
  if (!(error instanceof BadArguments)) throw error;
  complain(error.message);
  process.exit(2);
}
