/** The colours available to studies, by stored name. Each is readable in both themes. */
export const palette: Readonly<Record<string, string>> = {
  amber: 'var(--average)',
  purple: 'light-dark(#7a3b9a, #cf9bea)',
  teal: 'light-dark(#0f6f86, #62c3da)',
  rose: 'light-dark(#8c4a5e, #e3a1b3)',
  blue: 'var(--accent)',
  green: 'var(--good)',
  red: 'var(--wrong)',
  grey: 'var(--faded)',
  ink: 'var(--ink)',
}
