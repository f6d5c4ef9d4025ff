/** A symbol as the screen names it: its code and its name, once where they are the same. */
export const symbolTitle = (code: string, name: string | undefined): string =>
  name && name !== code ? `${code} ${name}` : code
