export const height = 'h-125 md:h-[max(31.25rem,calc(100dvh-20.5rem))]'
/** Leaves room for the legend too, which may have many lines. */
const fullHeight = 'relative h-[max(30rem,calc(100dvh-9rem))] md:h-[max(24rem,calc(100dvh-7rem))]'
/** Classes by number of charts side by side. */
export const layouts = {
  1: { grid: '', own: height, full: fullHeight, cell: '' },
  2: {
    grid: 'md:grid md:grid-cols-2 md:gap-3',
    own: height,
    full: fullHeight,
    cell: 'h-[max(28.75rem,calc(100dvh-23rem))]',
  },
  4: {
    grid: 'md:grid md:grid-cols-2 md:gap-3',
    own: 'h-[max(18rem,calc(50dvh-8rem))]',
    full: 'relative h-[max(24rem,calc(50dvh-3.5rem))]',
    cell: 'h-[max(18rem,calc(50dvh-10rem))]',
  },
} as const
export type Layout = keyof typeof layouts
