import type { IChartApi } from 'lightweight-charts'

/**
 * Before the page is printed, draws a picture of the chart in the light theme. On paper it replaces the chart, which
 * would take on the width of the paper too late. `paint` draws the chart in the current theme. Returns a function that
 * stops it.
 */
export function drawForPaper(place: HTMLElement, chart: IChartApi, paint: () => void): () => void {
  let picture: HTMLElement | undefined
  const draw = () => {
    const { clientWidth, clientHeight } = place
    if (!clientWidth || !clientHeight) return
    const root = document.documentElement
    const theme = root.getAttribute('data-theme')
    root.setAttribute('data-theme', 'light')
    try {
      paint()
      // Only a change of size draws immediately, and a screenshot of a chart that is not fully drawn never returns.
      chart.applyOptions({ autoSize: false })
      chart.resize(clientWidth, clientHeight + 2)
      chart.resize(clientWidth, clientHeight, true)
      picture?.remove()
      picture = chart.takeScreenshot(true)
      picture.className = 'paper'
      place.before(picture)
    } finally {
      chart.applyOptions({ autoSize: true })
      Object.assign(chart.chartElement().style, { width: '100%', height: '100%' })
      // The chart is drawn again by its observer of the theme.
      if (theme) root.setAttribute('data-theme', theme)
      else root.removeAttribute('data-theme')
    }
  }
  addEventListener('beforeprint', draw)
  return () => {
    removeEventListener('beforeprint', draw)
    picture?.remove()
  }
}
