import { ColorType, CrosshairMode } from 'lightweight-charts'
import type { Colours } from './colours.ts'

/** The engine's options in our colours. Our pages block the style sheet of its logo, so `credit` replaces the logo. */
export const look = (colour: Colours, { paneResize }: { paneResize: boolean }) => ({
  layout: {
    background: { type: ColorType.Solid, color: colour('var(--raised)') },
    textColor: colour('var(--faded)'),
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 11,
    attributionLogo: false,
    panes: {
      separatorColor: colour('var(--line)'),
      separatorHoverColor: colour('var(--edge)', 30),
      enableResize: paneResize,
    },
  },
  grid: { vertLines: { visible: false }, horzLines: { color: colour('var(--line)') } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: colour('var(--edge)'), labelBackgroundColor: colour('var(--ink)') },
    horzLine: { color: colour('var(--edge)'), labelBackgroundColor: colour('var(--ink)') },
  },
  // Omits labels that would be cut off, so that labels of neighbouring panes do not overlap.
  rightPriceScale: { borderColor: colour('var(--line)'), entireTextOnly: true },
  // If the price axis becomes wider or the screen smaller, the same bars stay in view. Several bars per pixel are
  // merged into one candle: first open, last close, highest and lowest price.
  timeScale: {
    borderColor: colour('var(--line)'),
    minBarSpacing: 0.3,
    lockVisibleTimeRangeOnResize: true,
    enableConflation: true,
  },
})

/**
 * For a series that must show every value. By default, the engine draws only the last of several values that share a
 * pixel.
 */
export const everyValue = { conflationThresholdFactor: 1e-9 }

/** The engine's name in the corner of the price pane, as its licence requires. */
export function credit(place: HTMLElement) {
  const link = document.createElement('a')
  link.href = 'https://www.tradingview.com/'
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = 'TradingView'
  link.className =
    'absolute bottom-8 left-2 z-3 rounded-sm bg-raised px-1 text-12 font-strong text-faded no-underline hover:text-ink'
  place.append(link)
}
