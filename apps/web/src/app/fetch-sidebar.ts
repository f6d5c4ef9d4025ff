import { type ComponentType, lazy } from 'react'

const code = () => import('./Sidebar.tsx')
let known: ComponentType | undefined

/** Fetches the sidebar ahead of time, so that a desktop's first paint shows it. A phone does without. */
export async function fetchSidebar(): Promise<void> {
  const { default: component } = await code()
  known ??= component
}

/** Always the same component; it suspends until its code is there, and is empty where that does not come. */
export function sidebarNow(): ComponentType {
  known ??= lazy<ComponentType>(() => code().catch(() => ({ default: () => null })))
  return known
}
