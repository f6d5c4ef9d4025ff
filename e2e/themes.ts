import { languages } from '@finlist/i18n/languages'
import { type Page, test } from '@playwright/test'

export type Look = { language: 'en' | 'zh'; theme: 'light' | 'dark' }
const cross: readonly Look[] = (['en', 'zh'] as const).flatMap(language =>
  (['light', 'dark'] as const).map(theme => ({ language, theme })),
)

/**
 * By default, English in the light theme and Chinese in the dark theme. E2E_LOOKS=all runs only the accessibility
 * tests, in both languages and both themes.
 */
export const themes =
  process.env['E2E_LOOKS'] === 'all'
    ? cross
    : cross.filter(({ language, theme }) => (language === 'en') === (theme === 'light'))

/** Runs the tests once per look, each time with a new page. */
export function inEachTheme(stories: (look: Look) => void) {
  for (const look of themes)
    test.describe(`in ${look.language}, ${look.theme}`, () => {
      test.use({ locale: languages[look.language].locale, colorScheme: look.theme })
      stories(look)
    })
}

/** Makes every page of ours open in this language and theme, whatever the account's language. */
export const openIn = (page: Page, look: Look) =>
  page.addInitScript(kept => {
    // A sandboxed frame has no local storage.
    if (origin !== 'null') Object.assign(localStorage, kept)
  }, look)
