import { type ComponentProps, lazy, Suspense } from 'react'
import { useNetworkIdle } from '../../api/network-idle.ts'
import { fetchTexts } from '../../i18n/texts.ts'
import type { ChartedList } from './chosen.ts'

/** The texts are registered by the code, and so fetched after it. */
const ListCode = lazy(async () => {
  const code = await import('./chart-list.tsx')
  await fetchTexts('list-charts')
  return code
})
const SwitchCode = lazy(async () => {
  const code = await import('./view-switch.tsx')
  await fetchTexts('list-charts')
  return code
})
const SparkCode = lazy(async () => {
  const code = await import('./spark.tsx')
  await fetchTexts('list-charts')
  return code
})

export const ChartList = (props: ComponentProps<typeof ListCode>) => (
  <Suspense fallback={<div data-waiting className="h-96" />}>
    <ListCode {...props} />
  </Suspense>
)

/** Keeps its room until its code has loaded. `isLate`: the code is loaded only once the network is idle. */
export function ViewSwitch({ list, isLate = false }: { list: ChartedList; isLate?: boolean }) {
  const isQuiet = useNetworkIdle()
  const room = <span className="h-11 w-11 md:h-9 md:w-16" />
  return <Suspense fallback={room}>{isLate && !isQuiet ? room : <SwitchCode list={list} />}</Suspense>
}

export const Spark = (props: ComponentProps<typeof SparkCode>) => (
  <Suspense fallback={<span className="block h-6" />}>
    <SparkCode {...props} />
  </Suspense>
)
