/**
 * The kinds of base that the method lists under the pattern BASE. Files and tables use the name BASE for all of them.
 */
export const baseVariants = ['high-tight-flag', 'ascending'] as const
export type BaseVariant = (typeof baseVariants)[number]

/** Short names of the variants, for narrow columns. */
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
