const cross = (['en', 'zh'] as const).flatMap(language =>
  (['light', 'dark'] as const).map(theme => ({ language, theme })),
)

/** English by day and Chinese by night; with E2E_LOOKS=all both languages in both themes, and no other stories. */
export const looks =
  process.env['E2E_LOOKS'] === 'all'
    ? cross
    : cross.filter(({ language, theme }) => (language === 'en') === (theme === 'light'))
