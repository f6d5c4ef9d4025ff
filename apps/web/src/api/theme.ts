import type { RisingPrices } from '@finlist/contract/account/account'
import { type Theme, write } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const satisfies Theme[]

/** Stores the choice and applies it to the document, as boot/appearance.ts does before the first paint. */
export function applyTheme(theme: Theme): void {
  write('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Stores the colour of rising prices and applies it to the document, as `applyTheme` does with the theme. */
export function applyRisingPrices(colour: RisingPrices): void {
  write('risingPrices', colour)
  document.documentElement.dataset['rising'] = colour
}
