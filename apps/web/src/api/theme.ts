import { type Stored, type Theme, write } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const satisfies Theme[]

/** Keeps the choice and puts it on the document, as first/appearance.ts does before the first paint. */
export function applyTheme(theme: Theme): void {
  write('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export const risingPriceColours = ['green', 'red'] as const satisfies Stored<'risingPrices'>[]

/** Hong Kong and the mainland read green and red oppositely. Kept and put on the document like the theme. */
export function applyRisingPrices(colour: Stored<'risingPrices'>): void {
  write('risingPrices', colour)
  if (colour === 'green') delete document.documentElement.dataset['rising']
  else document.documentElement.dataset['rising'] = colour
}
