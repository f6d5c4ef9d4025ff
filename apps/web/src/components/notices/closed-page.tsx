/** Lazy-loaded. Illustration of a locked list, in which only the first row is readable. */
export default function ClosedPage() {
  return (
    <svg viewBox="0 0 176 132" width="176" height="132" fill="none" role="presentation" aria-hidden>
      <path d="M28 12h120v108H28z" fill="var(--panel)" stroke="var(--edge)" />
      <path d="M28 32h120" stroke="var(--ink)" strokeWidth="1.5" />
      <path d="M38 22h34" stroke="var(--ink)" strokeWidth="3" />
      <path d="M118 22h20" stroke="var(--edge)" strokeWidth="3" />
      <path d="M38 44h26M112 44h26" stroke="var(--ink)" strokeWidth="2.5" />
      <path d="m78 47 6-4 5 3 6-6 7 2" stroke="var(--up)" strokeWidth="1.75" />
      <path d="M28 56h120M28 72h120M28 88h120M28 104h120" stroke="var(--line)" />
      <path
        d="M38 64h22M78 64h22M118 64h20M38 80h30M78 80h22M112 80h26M38 96h18M78 96h22M122 96h16M38 112h26M78 112h22M114 112h24"
        stroke="var(--line)"
        strokeWidth="5"
      />
      <circle cx="88" cy="84" r="23" fill="var(--raised)" stroke="var(--ink)" strokeWidth="1.5" />
      <path d="M82 82v-4.5a6 6 0 0 1 12 0V82" stroke="var(--ink)" strokeWidth="2" />
      <path d="M79 82h18v12H79z" fill="var(--subscribe)" stroke="var(--ink)" strokeWidth="1.5" />
      <path d="M88 86.5v3.5" stroke="#201a00" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
