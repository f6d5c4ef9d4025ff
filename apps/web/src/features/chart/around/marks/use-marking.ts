import { useState } from 'react'
import { failureText } from '../../../../components/failure-text.ts'
import { showAlert } from '../../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { type Mark, type Marked, nextFlag, saveMark, unmarked } from './stock-marks.ts'

export type Marking = ReturnType<typeof useMarking>

/**
 * What the user can do with the stock of the chart while they step through a list: flag it in the next colour, write a
 * note, add it to a watchlist. Without a stock, nothing.
 */
export function useMarking(
  stock: Marked | undefined,
  { mark, mayWatch, onSaid }: { mark: Mark | undefined; mayWatch: boolean; onSaid: (text: string) => void },
) {
  const t = useTranslation('around')
  const [asked, setAsked] = useState<'note' | 'watch'>()
  const { flag, note } = mark ?? unmarked
  const flagNext = () => {
    if (!stock) return
    const next = nextFlag(flag)
    onSaid(next ? t('mark.flagged', { colour: t(`flag.${next}`) }) : t('mark.unflagged'))
    void saveMark(stock, { flag: next }).catch((error: unknown) => showAlert(failureText(error, t)))
  }
  return {
    stock,
    flag,
    note,
    asked,
    done: () => setAsked(undefined),
    keys: stock && {
      flag: flagNext,
      note: () => setAsked('note'),
      ...(mayWatch && { watch: () => setAsked('watch') }),
    },
  }
}
