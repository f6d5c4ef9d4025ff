export const mapHeight = 'h-[max(20rem,calc(100dvh-26.5rem))] w-full md:h-[max(26rem,calc(100dvh-22rem))]'
