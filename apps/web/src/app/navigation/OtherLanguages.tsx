import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import { currentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'

/** A button for each language other than the page's. */
export function OtherLanguages({ onChoose }: { onChoose: (language: Language) => void }) {
  const t = useTranslation()
  return languageIds
    .filter(language => language !== currentLanguage())
    .map(language => (
      <button
        key={language}
        type="button"
        lang={languages[language].tag}
        className={buttonClass('quiet', 'px-3 font-normal')}
        onClick={() => onChoose(language)}
      >
        {t(`language.${language}`)}
      </button>
    ))
}
