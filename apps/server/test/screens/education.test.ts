import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  advancedVideos,
  patternExamples,
  standardVideos,
  sundayClubLink,
  sundayClubVideos,
  uploadVideos,
  viewVideo,
} from '@finlist/contract/education'
import { sundayClubLastUpdated, videosLastUpdated } from '@finlist/contract/last-updated'
import { listUploads, rollBackUpload } from '@finlist/contract/staff/admin'
import { operator } from '@finlist/contract/staff/operator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { loadDemoVideos } from '../../src/demo/videos.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let dataDir: string
let staff: ApiClient
const apiClients = new Map<string, ApiClient>()
const who = (name: string) => apiClients.get(name)!

const accounts = ['free', 'hk-monthly', 'hk-quarterly', 'hk-yearly', 'us-yearly', 'jp-trial', 'sunday-club', 'friend']
const film = Buffer.from(Array.from({ length: 4_096 }, (_, at) => at % 251))

const since = Date.now()
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'finlist-videos-'))
  await mkdir(join(dataDir, 'videos'))
  await writeFile(join(dataDir, 'videos', 'lesson.webm'), film)
  await writeFile(join(dataDir, 'videos', 'lesson.zh.vtt'), 'WEBVTT\n')
  await writeFile(join(dataDir, 'videos', 'lesson.png'), 'picture')
  testServer = await openTestServer({
    DATA_DIR: dataDir,
    VIDEO_EMBED_URL: 'https://video.example/embed/{id}?dnt=1',
    FAQ_VIDEO_CLUB: '777',
  })
  staff = await ApiClient.signIn(testServer, 'staff')
  for (const name of accounts) apiClients.set(name, await ApiClient.signIn(testServer, name))
  const file = lines(
    'list,vimeoId,name,nameZh,duration,date,thumbnail,file',
    'sunday-club,club-1,Replay one,重溫一,5400,2026-07-12,,',
    'sunday-club,club-2,Replay two,,5460,2026-07-19,,',
    'standard,100,A base,型態,600,2026-01-04,lesson.png,lesson.webm',
    'videos,https://vimeo.com/101,Volume,,30,2026-01-11,https://i.vimeocdn.com/101.jpg,',
    'advanced,200,Stops,,7200,2026-02-01,,',
    'advanced,100,A base,型態,600,2026-01-04,,lesson.webm',
  )
  const { http, data } = await send(staff, uploadVideos, {}, { videosCsv: file })
  if (http !== 200 || data.count !== 6) throw new Error(`the videos were not loaded: ${http}`)
})
afterAll(async () => {
  await testServer.close()
  await rm(dataDir, { recursive: true, force: true })
})

const calls = { club: sundayClubVideos, link: sundayClubLink, standard: standardVideos, advanced: advancedVideos }

describe('the visibility of videos', () => {
  it.each([
    ['free', ''],
    ['hk-monthly', 'club link'],
    ['hk-quarterly', 'club link standard'],
    ['hk-yearly', 'club link standard advanced'],
    ['us-yearly', 'standard advanced'],
    ['jp-trial', ''],
    ['sunday-club', 'club link'],
    ['friend', 'club link standard advanced'],
  ])('the visibility of videos for %s is %s (EDU-20, EDU-25, EDU-26)', async (name, may) => {
    const seen: string[] = []
    for (const [list, call] of Object.entries(calls)) {
      const { http, status } = await who(name).ask(call)
      expect([http, status]).toEqual(http === 200 ? [200, 'success'] : [403, 'Forbidden'])
      if (http === 200) seen.push(list)
    }
    expect(seen.join(' ')).toBe(may)
  })

  it('requires a sign-in (EDU-20)', async () => {
    for (const { path } of Object.values(calls)) expect((await fetch(`${testServer.base}/api${path}`)).status).toBe(401)
  })
})

describe('the lists of videos', () => {
  it('have name, vimeoId, thumbnail and seconds of each video, newest first (EDU-15, EDU-16, EDU-18, EDU-19)', async () => {
    const { data: standard } = await who('hk-yearly').ask(standardVideos)
    expect(standard).toEqual([
      {
        vimeoId: '101',
        name: 'Volume',
        nameZh: '',
        thumbnail: 'https://i.vimeocdn.com/101.jpg',
        duration: 30,
        date: '2026-01-11',
        isFile: false,
      },
      {
        vimeoId: '100',
        name: 'A base',
        nameZh: '型態',
        thumbnail: '/api/education/files/lesson.png',
        duration: 600,
        date: '2026-01-04',
        isFile: true,
      },
    ])
    const { data: advanced } = await who('hk-yearly').ask(advancedVideos)
    expect(advanced.map(({ vimeoId }) => vimeoId)).toEqual(['200', '100'])
    const { data: club } = await who('hk-monthly').ask(sundayClubVideos)
    expect(club.map(({ vimeoId }) => vimeoId)).toEqual(['club-2', 'club-1'])
  })

  it('give the time of their last change in ms, for their update dots (EDU-16, EDU-18)', async () => {
    for (const call of [sundayClubLastUpdated, videosLastUpdated]) {
      const { data } = await who('free').ask(call)
      expect(data).toBeGreaterThanOrEqual(since)
      expect(data).toBeLessThanOrEqual(Date.now())
    }
  })

  it('are updated video by video: those missing from an upload stay, a hidden video disappears (AMB-167)', async () => {
    const change = async (...text: string[]) =>
      (await send(staff, uploadVideos, {}, { videosCsv: lines(...text) })).http
    const before = (await who('free').ask(sundayClubLastUpdated)).data
    expect(await change('list,vimeoId,name,duration,date', 'standard,100,A better base,660,2026-01-04')).toBe(200)
    const { data } = await who('hk-yearly').ask(standardVideos)
    expect(data.find(({ vimeoId }) => vimeoId === '100')).toMatchObject({
      name: 'A better base',
      nameZh: '型態',
      duration: 660,
      isFile: true,
    })
    expect(await change('list,vimeoId,name,duration,date,hidden', 'standard,101,Volume,30,2026-01-11,True')).toBe(200)
    expect((await who('hk-yearly').ask(standardVideos)).data).toHaveLength(1)
    expect((await who('hk-yearly').ask(viewVideo, { params: { vimeoId: '101' } })).http).toBe(404)
    expect(await change('list,vimeoId,name,duration,date,hidden', 'standard,101,Volume,30,2026-01-11,')).toBe(200)
    expect((await who('hk-yearly').ask(standardVideos)).data).toHaveLength(2)
    expect((await who('free').ask(sundayClubLastUpdated)).data).toBe(before)
  })

  it.each([
    ['of an unknown list', 'monthly,1,A,10,2026-01-01', /line 2: list must be one of/],
    ['without an id', 'standard,,A,10,2026-01-01', /line 2: vimeoId is neither/],
    ['at another address', 'standard,https://example.com/1,A,10,2026-01-01', /line 2: vimeoId is neither/],
    ['without a name', 'standard,1,,10,2026-01-01', /line 2: name is blank/],
    ['with a length in words', 'standard,1,A,10 min,2026-01-01', /line 2: duration is not a number/],
    ['longer than a day', 'standard,1,A,90000,2026-01-01', /line 2: duration is out of range/],
    ['without a date', 'standard,1,A,10,', /line 2: date is blank/],
    ['with a script as its picture', 'standard,1,A,10,2026-01-01,javascript:alert(1)', /line 2: thumbnail/],
    ['with a file elsewhere', 'standard,1,A,10,2026-01-01,,../../etc/passwd.mp4', /line 2: file is not/],
    ['twice', 'standard,1,A,10,2026-01-01\nvideos,1,B,10,2026-01-01', /line 3: the same list and video as line 2/],
  ])('store nothing of a file in which a video is %s (AMB-167)', async (_, row, reason) => {
    const before = (await who('hk-yearly').ask(standardVideos)).data
    const head = 'list,vimeoId,name,duration,date,thumbnail,file'
    const filled = row.split('\n').map(line => line + ','.repeat(6 - (line.match(/,/g) ?? []).length))
    const answer = await send(staff, uploadVideos, {}, { videosCsv: lines(head, ...filled) })
    expect([answer.http, answer.errors[0]?.message]).toEqual([400, expect.stringMatching(reason)])
    expect((await who('hk-yearly').ask(standardVideos)).data).toEqual(before)
  })

  it('are uploaded by staff only, can be checked without storing, and appear in the upload history (AMB-167)', async () => {
    const videosCsv = lines('list,vimeoId,name,duration,date', 'standard,900,Checked,10,2026-03-01')
    expect((await send(who('hk-yearly'), uploadVideos, {}, { videosCsv })).http).toBe(403)
    expect((await send(staff, uploadVideos, { dryRun: 'true' }, { videosCsv })).data).toMatchObject({
      count: 1,
      uploadId: null,
    })
    expect((await who('hk-yearly').ask(standardVideos)).data).toHaveLength(2)
    const { data } = await staff.ask(listUploads)
    expect(data[0]).toMatchObject({ kind: 'videos', key: 'videos', mayBeRolledBack: true })
  })
})

it('rolling back an upload of videos immediately removes new ones from the lists and restores replaced ones', async () => {
  const shown = async () => (await who('hk-yearly').ask(standardVideos)).data
  const before = await shown()
  const videosCsv = lines(
    'list,vimeoId,name,duration,date',
    'standard,101,Another name,31,2026-02-11',
    'standard,901,New,10,2026-03-01',
  )
  const { data } = await send(staff, uploadVideos, {}, { videosCsv })
  expect((await shown()).map(({ name }) => name)).toEqual(['New', 'Another name', before.at(-1)!.name])
  expect((await staff.ask(rollBackUpload, { params: { uploadId: String(data.uploadId) } })).http).toBe(200)
  expect(await shown()).toEqual(before)
})

describe('the live club’s link', () => {
  it('is returned once staff have set it, and is empty until then (EDU-17)', async () => {
    expect((await who('hk-monthly').ask(sundayClubLink)).data).toBe('')
    await testServer.database.pool.query(
      `insert into config_entry (key, value) values ('SUNDAY_CLUB_LINK', 'https://club.example/next')`,
    )
    expect((await who('hk-monthly').ask(sundayClubLink)).data).toBe('https://club.example/next')
  })
})

describe('opening a video', () => {
  const view = (name: string, vimeoId: string) => who(name).ask(viewVideo, { params: { vimeoId } })

  it('is logged once per user, counted, and included in their data export (EDU-21)', async () => {
    for (let times = 0; times < 2; times++)
      expect(await view('hk-yearly', '200')).toMatchObject({ http: 200, data: { file: null, captions: [] } })
    const { rows } = await testServer.database.pool.query('select * from video_view where user_id = $1', [
      who('hk-yearly').userId,
    ])
    expect(rows).toEqual([expect.objectContaining({ vimeo_id: '200', views: 2 })])
  })

  it('is allowed to those who may see a list with it; a video in no list is not found (AMB-174)', async () => {
    expect((await view('free', '101')).http).toBe(403)
    expect((await view('hk-monthly', '101')).http).toBe(403)
    expect((await view('hk-quarterly', '101')).http).toBe(200)
    expect((await view('hk-quarterly', '200')).http).toBe(403)
    expect((await view('sunday-club', 'club-1')).http).toBe(200)
    expect((await view('hk-yearly', 'nothing')).http).toBe(404)
    expect((await view('hk-yearly', 'no%20id')).http).toBe(404)
  })

  it('is a response that no cache stores (AMB-13)', async () => {
    const { headers } = await view('hk-yearly', '200')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('plays our own file, in parts, from a signed address that expires (EDU-09)', async () => {
    const { data } = await view('hk-quarterly', '100')
    const address = testServer.base + data.file!
    const whole = await fetch(address)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'video/webm',
      'bytes',
    ])
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(film)
    const part = await fetch(address, { headers: { range: 'bytes=1000-1099' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1099/4096'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(film.subarray(1_000, 1_100))
    expect(data.captions).toEqual([{ language: 'zh', address: expect.stringContaining('lesson.zh.vtt?') }])
    expect((await fetch(testServer.base + data.captions[0]!.address)).status).toBe(200)

    const changed = new URL(address)
    changed.searchParams.set('until', String(Number(changed.searchParams.get('until')) + 1))
    const other = new URL(address.replace('lesson.webm', 'lesson.zh.vtt'))
    const bare = `${testServer.base}/api/education/files/lesson.webm`
    for (const wrong of [
      changed.href,
      other.href,
      bare,
      `${testServer.base}/api/education/files/..%2F..%2Fpackage.json`,
    ])
      expect((await fetch(wrong)).status).toBeGreaterThanOrEqual(400)
    testServer.clock.offsetMs = 6 * 3_600_000 + 1
    expect((await fetch(address)).status).toBe(404)
    testServer.clock.offsetMs = 0
    expect((await fetch(address)).status).toBe(200)
  })

  it('embeds the video from the operator’s service, the only one that may be framed; pictures are public (EDU-09, FAQ-04)', async () => {
    const answer = await who('free').ask(operator)
    expect(answer.data).toMatchObject({
      videoEmbed: 'https://video.example/embed/{id}?dnt=1',
      faqVideos: { ios: '', android: '', club: '777' },
    })
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("frame-src 'self' https://video.example;")
    expect(policy).toContain("img-src 'self' data: https://video.example;")
    const picture = await fetch(`${testServer.base}/api/education/files/lesson.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(() => readConfig({ VIDEO_EMBED_URL: 'https://video.example/' })).toThrow(/VIDEO_EMBED_URL: an address with/)
  })
})

describe('the demo’s education', () => {
  it('has playable videos in every list and a link to the club, and loading it twice changes nothing (EDU-01)', {
    tags: ['slow'],
  }, async () => {
    const demo = await openTestServer()
    try {
      const now = Date.parse('2026-11-20T12:00:00Z')
      await loadDemoVideos(demo.database, demo.config, now)
      await loadDemoVideos(demo.database, demo.config, now)
      const yearly = await ApiClient.signIn(demo, 'hk-yearly')
      for (const call of [sundayClubVideos, standardVideos, advancedVideos]) {
        const { data } = await yearly.ask(call)
        expect(data.length).toBeGreaterThan(0)
        for (const { vimeoId, thumbnail, nameZh, date } of data) {
          expect([nameZh !== '', date <= '2026-11-15']).toEqual([true, true])
          const picture = await fetch(demo.base + thumbnail)
          expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
          const { data: opened } = await yearly.ask(viewVideo, { params: { vimeoId } })
          expect((await fetch(demo.base + opened.file!)).headers.get('content-type')).toBe('video/webm')
          expect(opened.captions.map(({ language }) => language)).toEqual(['en', 'zh'])
        }
      }
      expect((await yearly.ask(sundayClubLink)).data).toMatch(/^https:/)
    } finally {
      await demo.close()
    }
  })

  it('names an example stock for each base in the guide, none from the last 13 weeks, and none while no market is loaded (EDU-06)', {
    tags: ['slow'],
  }, async () => {
    expect((await who('free').ask(patternExamples)).data).toEqual([])
    await loadDemoMarkets(testServer.database, testServer.config, {
      now: Date.parse('2026-11-20T12:00:00Z'),
      say: () => undefined,
      exchanges: ['HKEX'],
      stocks: 150,
    })
    const { data } = await who('free').ask(patternExamples)
    expect(data.map(({ patternType }) => patternType).sort()).toEqual(['CUP', 'CWH', 'DB', 'FB'])
    for (const { symbol } of data) expect(symbol).toMatch(/^HKEX:\d{4}$/)
    const { rows } = await testServer.database.pool.query<{ symbol: string }>(
      `select distinct 'HKEX:' || stock_code as symbol from finlist_pick
       where exchange = 'HKEX' and issue_date > date '2026-11-20' - 91`,
    )
    expect(rows.length).toBeGreaterThan(30)
    const inView = rows.map(({ symbol }) => symbol)
    expect(data.filter(({ symbol }) => inView.includes(symbol))).toEqual([])
  })
})
