/** By video, the second at which it was stopped; -1 after its end. The one recorded last comes last. */
export type Watched = Readonly<Record<string, number>>

const most = 200
const seen = -1

/** The video's resume position in seconds: its beginning when it is new or was watched to its end. */
export const stoppedAt = (watched: Watched, vimeoId: string) => Math.max(watched[vimeoId] ?? 0, 0)

/** Records the video at this second of its `duration`; its last twentieth, at most 3 s, counts as its end. */
export function nextWatched(
  watched: Watched,
  { vimeoId, at, duration }: { vimeoId: string; at: number; duration: number },
): Watched {
  if (!(duration > 0) || at < 1) return watched
  const others = Object.entries(watched).filter(([id]) => id !== vimeoId)
  const isOver = duration - at < Math.min(3, duration / 20)
  return Object.fromEntries([...others.slice(1 - most), [vimeoId, isOver ? seen : Math.floor(at)]])
}
