import '../../i18n/seldom-texts.ts'
import { useEffect, useState } from 'react'
import { useOperator } from '../../api/operator.ts'
import { isFigure } from '../../components/figure-names.ts'
import { termGroups } from '../../components/term-names.ts'
import { faqItems } from '../../features/guide/faq-items.ts'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import type { Place } from './places.ts'

const texts = ['glossary', 'figure-definitions', 'guide'] as const

/** The questions of the FAQ and the words of the glossary, once they are asked for and their texts have loaded. */
export function useGuidePlaces(isAsked: boolean): Place[] {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isAsked)
      Promise.all(texts.map(fetchTexts)).then(
        () => setThere(true),
        () => undefined,
      )
  }, [isAsked])
  const t = useTranslation('search')
  const question = useTranslation(isThere ? 'guide' : undefined)
  const word = useTranslation(isThere ? 'glossary' : undefined)
  const figure = useTranslation(isThere ? 'figure-definitions' : undefined)
  const { brand } = useOperator()
  if (!isThere || !isAsked) return []
  return [
    ...faqItems.map(item => ({
      key: `faq ${item}`,
      name: question(`item.${item}`, { brand }),
      beside: t('question'),
      to: () => `/faq#${item}`,
    })),
    ...Object.values(termGroups)
      .flat()
      .map(term => ({
        key: `term ${term}`,
        name: isFigure(term) ? figure(term) : word(term),
        beside: t('term'),
        to: () => `/education?tab=glossary#${term}`,
      })),
  ]
}
