import { useEffect, useState } from 'react'

/** Makes a part of the page fill the screen or, if the browser refuses, the browser window. */
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
    // Makes the whole page full-screen, because dialogs are outside the chart's element. If the browser refuses, the
    // chart only fills the window.
    if (!is) void document.documentElement.requestFullscreen?.().catch(() => undefined)
  }
  return { is, turn }
}
