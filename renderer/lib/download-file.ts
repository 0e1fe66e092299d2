/** Lets the browser, or the window, fetch a file that main wrote, and ask the person where to put it. */
export function downloadFile({ url, name }: { readonly url: string; readonly name: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
