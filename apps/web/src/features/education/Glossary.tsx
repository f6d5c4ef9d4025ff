import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { termGroups } from '../../components/term-names.ts'
import { useTermTexts } from '../../components/term-texts.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** Lazy-loaded. The whole glossary. An address with a fragment scrolls to that term. */
export default function Glossary() {
  const t = useTranslation('glossary')
  const termTexts = useTermTexts()
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <article aria-label={t('title')}>
      <p className="max-w-[72ch] text-16">{t('intro')}</p>
      {(Object.keys(termGroups) as (keyof typeof termGroups)[]).map(group => (
        <section key={group} aria-labelledby={`words-${group}`} className="mt-8">
          <h2 id={`words-${group}`} className="border-b border-ink pb-1.5 text-16 font-strong">
            {t(`group.${group}`)}
          </h2>
          <dl>
            {termGroups[group].map(of => {
              const { name, text } = termTexts(of)
              return (
                <div
                  key={of}
                  id={of}
                  className="scroll-mt-3 border-b border-line py-2.5 text-14 target:bg-wash md:flex md:gap-6"
                >
                  <dt className="font-strong md:w-56 md:shrink-0">{name}</dt>
                  <dd className="max-w-[72ch] min-w-0">{text}</dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </article>
  )
}
