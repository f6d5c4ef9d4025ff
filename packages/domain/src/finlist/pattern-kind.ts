/** The kinds of base that files and tables call BASE together: the method finds these two. */
export const baseVariants = ['high-tight-flag', 'ascending'] as const
export type BaseVariant = (typeof baseVariants)[number]

/** How a narrow column names them. */
export const shortOfVariant: Record<BaseVariant, string> = { 'high-tight-flag': 'HTF', ascending: 'ASC' }

const isBaseVariant = (variant: string | undefined): variant is BaseVariant =>
  baseVariants.some(known => known === variant)

/** The pattern by the name that tells it apart: that of a BASE is its variant, where it has one of the method's. */
export const patternKind = <Type extends string>({
  patternType,
  variant,
}: {
  patternType: Type
  variant?: string | undefined
}): Type | BaseVariant => (patternType === 'BASE' && isBaseVariant(variant) ? variant : patternType)
