/** Runs an effect as a component would, again whenever what it reads has changed. Returns its own undo. */
export function runEffect(effect: () => void): () => void {
  return $effect.root(() => {
    $effect(effect);
  });
}
