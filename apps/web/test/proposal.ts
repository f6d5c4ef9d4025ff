import type { ProposalAnswer, ProposalOfWeek, ProposedPick } from '@finlist/contract/picking'

const at = '2026-07-17T11:05:00Z'
const reason = 'Trading in it is halted since Thursday.'
const of = (stockCode: string, stockName: string, stockNameZh = stockName) => ({ stockCode, stockName, stockNameZh })

const stayed: ProposedPick = {
  ...of('0700', 'Kestrel International Holdings Limited', '紅隼國際控股有限公司'),
  buyPoint: 651.5,
  stop: 599,
  close: 645.57,
  patternType: 'CWH',
  variant: 'saucer',
  percivalScore: 94,
  rank: 98,
  template: 8,
  origin: 'method',
  isVetoed: false,
  note: '',
  before: { percivalScore: 91, buyPoint: 651.5 },
  edits: [],
}
const vetoed: ProposedPick = {
  ...stayed,
  ...of('0005', 'Wren Bank', '鷦鷯銀行'),
  patternType: 'BASE',
  variant: 'high-tight-flag',
  percivalScore: 90,
  isVetoed: true,
  edits: [{ editId: 7, what: 'veto', before: null, after: null, note: '', reason, byName: 'Ada Longname', at }],
}
export const fresh: ProposedPick = {
  ...stayed,
  ...of('1299', 'Heron', '蒼鷺'),
  percivalScore: 88,
  patternType: 'FB',
  variant: '',
  before: null,
}
const changed: ProposedPick = {
  ...stayed,
  ...of('3690', 'Plover Foods', '珩食品'),
  percivalScore: 85,
  buyPoint: 12.8,
  stop: 11.76,
  close: 12.3,
  origin: 'staff',
  note: 'The pivot is that of the second handle.',
  before: { percivalScore: 87, buyPoint: 12.5 },
  edits: [
    {
      editId: 8,
      what: 'change',
      before: 12.5,
      after: 12.8,
      note: '',
      reason: 'The high of the second handle counts.',
      byName: 'Ada Longname',
      at,
    },
    {
      editId: 9,
      what: 'note',
      before: null,
      after: null,
      note: 'The pivot is that of the second handle.',
      reason: 'Subscribers will ask for it otherwise.',
      byName: 'Ben',
      at,
    },
  ],
}
const leader: ProposedPick = {
  ...stayed,
  ...of('2318', 'Osprey', '魚鷹'),
  percivalScore: 70,
  patternType: 'NIL',
  variant: '',
  buyPoint: -1,
  stop: -1,
}
const added: ProposedPick = {
  ...leader,
  ...of('9001', 'Rook', '白嘴鴉'),
  percivalScore: 61,
  rank: null,
  template: null,
  origin: 'staff',
  before: null,
  edits: [
    {
      editId: 10,
      what: 'add',
      before: null,
      after: null,
      note: '',
      reason: 'It was left out for want of one bar.',
      byName: 'Ben',
      at,
    },
  ],
}

export const proposal: ProposalOfWeek = {
  issueDate: '2026-07-17',
  method: 'finlist-1',
  constants: '4f1c9a0be27d55a1934c8e0f7763b2ad4f1c9a0be27d55a1934c8e0f7763b2ad',
  eligible: 1_284,
  madeAt: '2026-07-17T10:10:00Z',
  state: 'open',
  version: 'v1',
  handedInBy: null,
  publishedBy: null,
  publishedAt: null,
  previousDate: '2026-07-10',
  picks: [stayed, vetoed, fresh, changed, leader, added],
  leaving: [
    { ...of('0388', 'Curlew', '杓鷸'), reason: 'broke-out' },
    { ...of('0005', 'Wren Bank', '鷦鷯銀行'), reason: 'vetoed' },
  ],
  leftOut: [{ ...of('0017', 'Heron Holdings', '蒼鷺控股'), kind: 'split', date: '2020-06-10' }],
}

export const answer: ProposalAnswer = {
  proposal,
  missing: null,
  nextAt: '2026-07-24T10:00:00Z',
  needsTwo: false,
  publishesAt: '2026-07-18T04:00:00Z',
}
