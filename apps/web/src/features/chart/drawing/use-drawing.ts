import type { Drawn } from '@finlist/domain/chart/drawings'
import { type KeyboardEvent, useRef, useState } from 'react'
import { fetchTexts, useTranslation } from '../../../i18n/texts.ts'
import { failureText } from '../../../parts/failure-text.ts'
import { showAlert } from '../../../parts/show-alert.ts'

export type OnKey = (event: KeyboardEvent, at: number) => boolean

/** The code of drawing and its texts, which a chart without drawings does not need. */
export async function loadDrawings() {
  const code = await import('./Drawings.tsx')
  await fetchTexts('drawing')
  return code
}

/** What the chart keeps of drawing while its code is not there: the tool, and who handles keys. */
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
    /** It is in hand at once; what it draws with comes as soon as its code is there. */
    take: (next: string | undefined) => {
      setTool(next)
      if (next !== undefined) onceLoaded(() => setLoaded(true))
    },
    isChoosing,
    choose: () => onceLoaded(() => setChoosing(true)),
    chosen: () => setChoosing(false),
    keys,
    isNeeded: (tool !== undefined && isLoaded) || isChoosing || now.length + before.length + after.length > 0,
    /** Returns true when the key was for drawing. */
    onKey: (event: KeyboardEvent, at: number) => keys.current?.(event, at) ?? false,
  }
}
