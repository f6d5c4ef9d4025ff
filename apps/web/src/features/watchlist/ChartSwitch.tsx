import { ViewSwitch } from '../../components/small-charts/lazy.tsx'

/** Lazy-loaded. Switches between the rows and the charts of a watchlist. */
export default function ChartSwitch() {
  return <ViewSwitch list="watchlist" />
}
