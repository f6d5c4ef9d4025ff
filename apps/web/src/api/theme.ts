import { type Theme, write } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const satisfies Theme[]

/** Keeps the choice and puts it on the document, as public/first-paint.js does before the first paint. */
export function applyTheme(theme: Theme): void {
  write('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
