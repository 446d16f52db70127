import { describe, expect, it } from 'vitest'
import { countSyllables } from './syllables.ts'

/** Divided by hand: dots separate syllables, `|` separates words. */
const DIVISIONS: Record<string, string> = {
  'falling diphthongs':
    'dois|mui.to|cui.da.do|gra.tui.to|bair.ro|trei.no|Pau.lo|au.men.to|he.roi.co|par.tiu|viu|tra.ba.lhou|trou.xe|' +
    'lei|au.to.ri.da.de|Eu.ro.pa|sau.da.de|ou.tu.bro|Goi.ás|ao|aos',
  'diphthong, then a vowel': 'i.dei.a|prai.a|mei.o|mai.or|eu.ro.pei.a|cai.u|dis.tri.bui.u',
  'nasal diphthongs':
    'ação=a.ção|a.ções|mãe|mãos|põe|ci.da.dãos|re.gi.ão|a.vi.ão|u.ni.ão|sa.guão|e.du.ca.ção',
  'hiatus by accent':
    'pa.ís|sa.ú.de|ra.í.zes|ru.í.na|pre.ju.í.zo|cons.tru.í.do|ve.í.cu.lo|Pa.ra.í.ba|Pi.au.í|ga.ú.cho',
  'hiatus before a closing l, m, n, r, z or nh':
    'ju.iz|ra.iz|ru.im|ca.ir|cons.tru.ir|a.in.da|con.tri.bu.in.te|co.in.ci.dir|Ra.ul|tri.un.fo|ra.i.nha|mo.i.nho',
  'hiatus of strong vowels':
    'co.o.pe.ra.ção|com.pre.en.der|re.e.lei.ção|vo.o|o.ce.a.no|a.e.ro.por.to|Ce.a.rá|re.ais',
  'rising pairs inside a word':
    'na.ci.o.nal|es.pe.ci.al|so.ci.al|cri.an.ça|pi.a.no|si.tu.a.ção|a.tu.ar|am.bi.en.te',
  'rising ends after an accent':
    'his.tó.ria|á.gua|á.rea|fa.mí.lia|mi.nis.té.rio|sé.rie|con.tí.nuo|pe.tró.leo|má.goa|A.ma.zô.nia|be.ne.fi.ci.á.rios',
  'the same ends without one': 'e.co.no.mi.a|e.ner.gi.a|ri.o|lu.a|con.ti.nu.a|ha.vi.a|Ba.hi.a|pes.so.as',
  'qu and gu':
    'que|por.que|qua.tro|qual|guer.ra|e.qui.pe|fre.quên.cia|lin.guís.ti.ca|i.guais|U.ru.guai|pin.guim|pa.guei|E.qua.dor',
  'prefixes and endings with a hiatus':
    're.u.ni.ão|re.u.nir|re.u.ti.li.zar|pro.i.bir|ins.ti.tu.i.ção|con.tri.bu.i.ções|con.ti.nu.i.da.de|ar.gu.ir',
  'consonant groups':
    'ad.vo.ga.do|téc.ni.co|pneu|psi.co.lo.gi.a|subs.tân.cia|trans.por.te|obs.tá.cu.lo|rit.mo',
  'equal vowels': 'xi.i.ta|ni.i.lis.mo',
  compounds: 'guar.da.chu.va=guarda-chuva|Pé.de.Mei.a=Pé-de-Meia|bem.es.tar=bem-estar',
}

/** Entries are `a.ção`, or `division=word` and `word=division` where they differ by more than dots. */
function readDivision(entry: string): [word: string, count: number] {
  const [first = '', second] = entry.split('=')
  const division = first.includes('.') ? first : (second ?? first)
  const word = second === undefined ? first.replaceAll('.', '') : first.includes('.') ? second : first
  return [word, division.split('.').length]
}

const WORDS = Object.entries(DIVISIONS).map(
  ([group, list]) => [group, list.split('|').map(readDivision)] as const,
)

describe('countSyllables', () => {
  it('is tested with more than a hundred words', () => {
    expect(WORDS.flatMap(([, words]) => words).length).toBeGreaterThan(100)
  })

  it.each(WORDS)('counts the syllables of %s', (_, words) => {
    expect(words.map(([word]) => [word, countSyllables(word)])).toEqual(words)
  })

  it('spells out words without vowels', () => {
    expect(countSyllables('CNPJ')).toBe(4)
    expect(countSyllables('BNDES')).toBe(1)
  })

  it('accepts composed and decomposed letters, in any case', () => {
    expect(countSyllables('saúde'.normalize('NFD'))).toBe(3)
    expect(countSyllables('SAÚDE')).toBe(3)
  })
})
