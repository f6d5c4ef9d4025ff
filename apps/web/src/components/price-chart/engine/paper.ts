import type { IChartApi } from 'lightweight-charts'

/**
 * Before the page is printed, replaces the chart with a picture of it in the light theme: the chart itself would adapt
 * to the width of the paper too late. `paint` draws the chart in the current theme. Returns a function that stops this.
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
      // Only a change of size makes the engine draw immediately. Otherwise the chart might not be fully drawn, and a
      // screenshot of it would never return.
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
      // After this change, the chart's theme observer draws it again.
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
