import type { PatternKind, PatternType } from '@finlist/contract/finlist'
import { type BaseVariant, patternKind, shortOfVariant } from '@finlist/domain/finlist/pattern-kind'

type Props = {
  stock: { patternType: PatternType | 'NIL'; variant?: string | undefined }
  nameOf: (kind: PatternKind) => string
}

/** A pattern by its short name, with its full name on hover. The pattern 'BASE' is shown by its variant. */
export function PatternCell({ stock, nameOf }: Props) {
  const kind = patternKind(stock)
  if (kind === 'NIL') return '–'
  return (
    <abbr title={nameOf(kind)} className="font-strong no-underline">
      {kind in shortOfVariant ? shortOfVariant[kind as BaseVariant] : kind}
    </abbr>
  )
}
