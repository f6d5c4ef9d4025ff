import { test } from '@playwright/test'

const cross = (['en', 'zh'] as const).flatMap(language =>
  (['light', 'dark'] as const).map(theme => ({ language, theme })),
)

/** English by day and Chinese by night; with E2E_LOOKS=all both languages in both themes, and no other stories. */
export const themes =
  process.env['E2E_LOOKS'] === 'all'
    ? cross
    : cross.filter(({ language, theme }) => (language === 'en') === (theme === 'light'))

/** The stories, with a page of its own look each. */
export function inEachTheme(stories: (language: 'en' | 'zh') => void) {
  for (const { language, theme } of themes)
    test.describe(`in ${language}, ${theme}`, () => {
      test.use({ locale: language === 'zh' ? 'zh-HK' : 'en-GB', colorScheme: theme })
      stories(language)
    })
}
