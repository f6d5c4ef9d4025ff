import type { ExchangeId } from '@finlist/domain/markets'
import type { TextName } from '@finlist/domain/screener/figures'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage, inCurrentLanguage } from '../../../api/language.ts'
import { type Translate, useTranslation } from '../../../i18n/texts.ts'
import { textsOf } from './queries.ts'

const bases = ['CUP', 'CWH', 'FB', 'DB', 'BASE', 'high-tight-flag', 'ascending'] as const
const alerts = ['positive', 'negative', 'other'] as const
const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some(name => name === text)

/** A text that the app itself names: the kind of a base or of a profit alert. Undefined for any other text. */
function ownName(t: Translate<'screener'>, name: TextName, text: string): string | undefined {
  if (text === '') return t('text.none')
  if (name === 'base' && isOneOf(bases, text)) return t(`pattern.${text}`)
  if (name === 'alert' && isOneOf(alerts, text)) return t(`alert.${text}`)
  return undefined
}

type Names = (name: TextName, text: string) => string

/** Returns a function that names a figure's text, such as a sector, in the user's language. */
export function useTextNames(markets: ExchangeId[], needed: readonly TextName[]): Names {
  const t = useTranslation('screener')
  const isTranslated = currentLanguage() !== 'en'
  const sector = useChinese(markets, 'sector', isTranslated && needed.includes('sector'))
  const subsector = useChinese(markets, 'subsector', isTranslated && needed.includes('subsector'))
  return useMemo(
    () => (name, text) =>
      ownName(t, name, text) ??
      inCurrentLanguage({ en: text, zh: { sector, subsector }[name as string]?.get(text) ?? text }),
    [t, sector, subsector],
  )
}

function useChinese(markets: ExchangeId[], name: 'sector' | 'subsector', enabled: boolean) {
  const { data } = useQuery({ ...textsOf(markets, name), enabled, select: byText })
  return data
}

const byText = (texts: readonly { text: string; textZh: string }[]) =>
  new Map(texts.map(({ text, textZh }) => [text, textZh]))
