import { type ComponentType, lazy } from 'react'

const code = () => import('./Sidebar.tsx')
let known: ComponentType | undefined

/** Loads the sidebar ahead of time, so that a desktop's first paint includes it. Not called on a phone. */
export async function fetchSidebar(): Promise<void> {
  const { default: component } = await code()
  known ??= component
}

/**
 * Returns the sidebar, always as the same component. It suspends until its code has loaded, and renders nothing if
 * loading fails.
 */
export function sidebarNow(): ComponentType {
  known ??= lazy<ComponentType>(() => code().catch(() => ({ default: () => null })))
  return known
}
