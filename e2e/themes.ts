import { languages } from '@finlist/i18n/languages'
import { test } from '@playwright/test'

const cross = (['en', 'zh'] as const).flatMap(language =>
  (['light', 'dark'] as const).map(theme => ({ language, theme })),
)

/** English in light and Chinese in dark; E2E_LOOKS=all runs both languages in both themes, and no other tests. */
export const themes =
  process.env['E2E_LOOKS'] === 'all'
    ? cross
    : cross.filter(({ language, theme }) => (language === 'en') === (theme === 'light'))

/** Runs the tests once per theme, each with its own page. */
export function inEachTheme(stories: (language: 'en' | 'zh') => void) {
  for (const { language, theme } of themes)
    test.describe(`in ${language}, ${theme}`, () => {
      test.use({ locale: languages[language].locale, colorScheme: theme })
      stories(language)
    })
}
