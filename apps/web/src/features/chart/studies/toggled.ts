import type { Study } from '@finlist/domain/chart/studies'

/** Hides the study, or shows it again. */
export const toggled = ({ style, ...study }: Study): Study => ({
  ...study,
  style: { ...style, hidden: style?.hidden !== true },
})
