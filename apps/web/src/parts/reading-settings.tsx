import { languages } from '@finlist/contract/account'
import { language, languageTags } from '../api/language.ts'
import { useKept } from '../api/storage.ts'
import { applyTheme, themes } from '../api/theme.ts'
import { useTexts } from '../i18n/texts.ts'
import { Choice } from '../ui/choice.tsx'
import { changeLanguage } from './change-language.ts'

/** The language and the theme, as two rows of alternatives. */
export function ReadingSettings() {
  const t = useTexts()
  const theme = useKept('theme')
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <Choice
        legend={t('language.label')}
        value={language()}
        onChange={changeLanguage}
        options={languages.map(value => ({ value, label: t(`language.${value}`), lang: languageTags[value] }))}
      />
      <Choice
        legend={t('theme.label')}
        value={theme}
        onChange={applyTheme}
        options={themes.map(value => ({ value, label: t(`theme.${value}`) }))}
      />
    </div>
  )
}
