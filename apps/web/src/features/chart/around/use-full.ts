import { useEffect, useState } from 'react'

/** A part of the page that fills the screen: the whole screen where the browser allows it, else its window. */
export function useFull() {
  const [is, setFull] = useState(false)
  useEffect(() => {
    if (!is) return
    const onChange = () => !document.fullscreenElement && setFull(false)
    const onKey = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && !document.fullscreenElement && setFull(false)
    document.addEventListener('fullscreenchange', onChange)
    addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      removeEventListener('keydown', onKey)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [is])
  const turn = () => {
    setFull(!is)
    // The whole page: dialogs are next to the chart in it. If a browser refuses, the chart still fills its window.
    if (!is) void document.documentElement.requestFullscreen?.().catch(() => undefined)
  }
  return { is, turn }
}
