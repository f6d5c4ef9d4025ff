import { languageIds, languages } from '@finlist/i18n/languages'
import { currentLanguage } from '../../api/language.ts'
import { useStored } from '../../api/storage.ts'
import { applyTheme, themes } from '../../api/theme.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { changeLanguage } from '../change-language.ts'

/** The language and the theme, as two rows of options. */
export function ReadingSettings() {
  const t = useTranslation()
  const theme = useStored('theme')
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <SegmentedControl
        legend={t('language.label')}
        value={currentLanguage()}
        onChange={changeLanguage}
        options={languageIds.map(value => ({ value, label: t(`language.${value}`), lang: languages[value].tag }))}
      />
      <SegmentedControl
        legend={t('theme.label')}
        value={theme}
        onChange={applyTheme}
        options={themes.map(value => ({ value, label: t(`theme.${value}`) }))}
      />
    </div>
  )
}
