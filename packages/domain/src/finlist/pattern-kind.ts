/** The kinds of base that the method lists under the pattern BASE. Files and tables use that name for several kinds. */
export const baseVariants = ['high-tight-flag', 'ascending'] as const
export type BaseVariant = (typeof baseVariants)[number]

/** The variants' names in narrow columns. */
export const shortOfVariant: Record<BaseVariant, string> = { 'high-tight-flag': 'HTF', ascending: 'ASC' }

const isBaseVariant = (variant: string | undefined): variant is BaseVariant =>
  baseVariants.some(known => known === variant)

/** The specific name of a pattern: for BASE its variant, if that is one of `baseVariants`. */
export const patternKind = <Type extends string>({
  patternType,
  variant,
}: {
  patternType: Type
  variant?: string | undefined
}): Type | BaseVariant => (patternType === 'BASE' && isBaseVariant(variant) ? variant : patternType)
