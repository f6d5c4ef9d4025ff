/** The kinds of base that files and tables summarise as BASE; the method finds these two. */
export const baseVariants = ['high-tight-flag', 'ascending'] as const
export type BaseVariant = (typeof baseVariants)[number]

/** Their names in narrow columns. */
export const shortOfVariant: Record<BaseVariant, string> = { 'high-tight-flag': 'HTF', ascending: 'ASC' }

const isBaseVariant = (variant: string | undefined): variant is BaseVariant =>
  baseVariants.some(known => known === variant)

/** The specific name of a pattern: for a BASE its variant, if it is one of the method's. */
export const patternKind = <Type extends string>({
  patternType,
  variant,
}: {
  patternType: Type
  variant?: string | undefined
}): Type | BaseVariant => (patternType === 'BASE' && isBaseVariant(variant) ? variant : patternType)
