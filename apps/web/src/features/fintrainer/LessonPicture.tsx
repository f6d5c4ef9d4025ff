/** The open and close of each day, measured from the top. Wicks extend a little beyond both. */
const days = [
  [74, 66], [66, 70], [70, 60], [60, 63], [63, 58], [58, 61], [60, 50], [50, 42], [42, 46], [46, 34], [34, 26], [26, 30], [31, 40],
  [40, 36],
] as const // biome-ignore format: a list
const bought = 6
const sold = 12
const apart = 16
const xOf = (day: number) => 14 + day * apart

type Props = { days?: number; buys?: boolean; sells?: boolean; gain?: boolean; className?: string }

/**
 * A picture of a stock's days as candles, with purchases and sales. It is hidden from screen readers, because the text
 * next to it conveys the same.
 */
export function LessonPicture({ days: shown = days.length, buys, sells, gain, className = '' }: Props) {
  return (
    <svg viewBox="0 0 240 112" fill="none" role="presentation" aria-hidden className={className}>
      <path d="M0 28.5h240M0 54.5h240M0 80.5h240" stroke="var(--line)" />
      <path d="M0 111.5h240" stroke="var(--edge)" />
      {gain && (
        <path
          d={`M${xOf(bought)} ${days[bought][0]}H${xOf(sold)}V${days[sold][0]}Z`}
          fill="var(--good)"
          fillOpacity={0.16}
          stroke="var(--good)"
          strokeDasharray="3 3"
        />
      )}
      {days.slice(0, shown).map(([open, close], day) => (
        <Candle key={xOf(day)} day={day} open={open} close={close} />
      ))}
      {shown < days.length && (
        <path d={`M${xOf(shown)} 8v100`} stroke="var(--accent)" strokeWidth="1.5" strokeDasharray="2 4" />
      )}
      {buys && <Sign letter="B" x={xOf(bought)} y={days[bought][0] + 18} colour="var(--good)" />}
      {sells && <Sign letter="S" x={xOf(sold)} y={days[sold][0] - 14} colour="var(--wrong)" />}
    </svg>
  )
}

function Candle({ day, open, close }: { day: number; open: number; close: number }) {
  const rose = close < open
  const colour = rose ? 'var(--up)' : 'var(--down)'
  const top = Math.min(open, close)
  const height = Math.abs(open - close)
  const volume = 4 + ((day * 7) % 9) + height / 3
  return (
    <>
      <path d={`M${xOf(day)} ${top - 4}v${height + 8}`} stroke={colour} />
      <rect
        x={xOf(day) - 4.5}
        y={top}
        width={9}
        height={height}
        fill={rose ? 'var(--raised)' : colour}
        stroke={colour}
      />
      <rect x={xOf(day) - 4.5} y={111 - volume} width={9} height={volume} fill={colour} opacity={0.4} />
    </>
  )
}

function Sign({ letter, x, y, colour }: { letter: string; x: number; y: number; colour: string }) {
  return (
    <>
      <circle cx={x} cy={y} r={9} fill={colour} />
      <text x={x} y={y + 4} textAnchor="middle" fontSize="11" fontWeight="600" fill="var(--raised)">
        {letter}
      </text>
    </>
  )
}
