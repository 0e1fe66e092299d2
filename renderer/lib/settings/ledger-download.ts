/** Lets the browser, or the window, fetch a file that main wrote, and ask the person where to put it. */
export function downloadFile({ handle, name }: { readonly handle: string; readonly name: string }): void {
  const link = document.createElement('a');
  link.href = `/file/${encodeURIComponent(handle)}`;
  link.download = name;
  link.click();
}
