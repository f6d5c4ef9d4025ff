import type { Study } from '@finlist/domain/chart/studies'

/** The study hidden, or shown again. */
export const toggled = ({ style, ...study }: Study): Study => ({
  ...study,
  style: { ...style, hidden: style?.hidden !== true },
})
