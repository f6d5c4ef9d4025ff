import type { RisingPrices } from '@finlist/contract/account'
import { type Theme, write } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const satisfies Theme[]

/** Keeps the choice and puts it on the document, as first/appearance.ts does before the first paint. */
export function applyTheme(theme: Theme): void {
  write('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Kept and put on the document like the theme. */
export function applyRisingPrices(colour: RisingPrices): void {
  write('risingPrices', colour)
  document.documentElement.dataset['rising'] = colour
}
