import type { Drawn } from '@finlist/domain/chart/drawings'
import { type KeyboardEvent, useRef, useState } from 'react'
import { failureText } from '../../../components/failure-text.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { fetchTexts, useTranslation } from '../../../i18n/texts.ts'

export type OnKey = (event: KeyboardEvent, at: number) => boolean

/** Loads the drawing code and its texts, which a chart without drawings does not need. */
export async function loadDrawings() {
  const code = await import('./Drawings.tsx')
  await fetchTexts('drawing')
  return code
}

/** The chart's drawing state before the drawing code is loaded: the active tool, and the key handler. */
export function useDrawing({ now, before, after }: Drawn) {
  const t = useTranslation()
  const [tool, setTool] = useState<string>()
  const [isLoaded, setLoaded] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const keys = useRef<OnKey>(undefined)
  const onceLoaded = (act: () => void) =>
    void loadDrawings().then(act, (error: unknown) => {
      setTool(undefined)
      void showAlert(failureText(error, t))
    })
  return {
    tool,
    /** Activates the tool immediately. Its code draws as soon as it is loaded. */
    take: (next: string | undefined) => {
      setTool(next)
      if (next !== undefined) onceLoaded(() => setLoaded(true))
    },
    isChoosing,
    choose: () => onceLoaded(() => setChoosing(true)),
    chosen: () => setChoosing(false),
    keys,
    isNeeded: (tool !== undefined && isLoaded) || isChoosing || now.length + before.length + after.length > 0,
    /** Returns true if drawing handled the key. */
    onKey: (event: KeyboardEvent, at: number) => keys.current?.(event, at) ?? false,
  }
}
