import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { assertPublicHttpsUrl } from './public-url.ts'

const read = (text: string, allowed: readonly string[] = []) =>
  assertPublicHttpsUrl(text, 'webhookUrl', allowed).href

describe('assertPublicHttpsUrl', () => {
  it.each([
    ['https://hooks.exemplo.com.br/pauta?x=1', 'https://hooks.exemplo.com.br/pauta?x=1'],
    ['  https://exemplo.org  ', 'https://exemplo.org/'],
    ['https://exemplo.org:443/a', 'https://exemplo.org/a'],
    ['https://8.8.8.8/a', 'https://8.8.8.8/a'],
    ['https://[2606:4700::1111]/a', 'https://[2606:4700::1111]/a'],
    ['https://órgão.gov.br/', 'https://xn--rgo-nla1f.gov.br/'],
  ])('accepts %s', (text, href) => {
    expect(read(text)).toBe(href)
  })

  it('may have 2,048 characters and no more', () => {
    const longest = 'https://exemplo.org/'.padEnd(2048, 'a')
    expect(read(longest)).toBe(longest)
    expect(() => read(`${longest}a`)).toThrow(/endereço https válido/)
  })

  it.each([
    ['', /endereço https válido/],
    ['exemplo.org', /endereço https válido/],
    ['https://exem plo.org', /endereço https válido/],
    ['https://exemplo.org/a\nb', /endereço https válido/],
    [`https://exemplo.org/${'a'.repeat(2048)}`, /endereço https válido/],
    ['http://exemplo.org', /https:\/\//],
    ['ftp://exemplo.org', /https:\/\//],
    ['javascript:alert(1)', /https:\/\//],
    ['file:///etc/passwd', /https:\/\//],
    ['https://exemplo.org:8443', /porta padrão/],
    ['https://eu@exemplo.org', /usuário nem senha/],
    ['https://:senha@exemplo.org', /usuário nem senha/],
    ['https://localhost', /público/],
    ['https://LOCALHOST./', /público/],
    ['https://a.localhost', /público/],
    ['https://localhost../', /público/],
    ['https://localhost.../', /público/],
    ['https://127.0.0.1../', /público|válido/],
    ['https://.com/', /público/],
    ['https://a..com/', /público/],
    ['https://.../', /público/],
    ['https://wiki.corp', /público/],
    ['https://nas.home', /público/],
    ['https://a.localdomain', /público/],
    ['https://a.internal', /público/],
    ['https://roteador.lan', /público/],
    ['https://portal.intranet.', /público/],
    ['https://a.private', /público/],
    ['https://servidor', /público/],
    ['https://impressora.local', /público/],
    ['https://metadata.google.internal', /público/],
    ['https://pauta.default.svc', /público/],
    ['https://kubernetes.default.svc.cluster.local', /público/],
    ['https://vault.service.consul', /público/],
    ['https://expyuzz4wqqyqhjn.onion', /público/],
    ['https://a.test', /público/],
    ['https://a.invalid.', /público/],
    ['https://a.example', /público/],
    ['https://a.alt', /público/],
    ['https://1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', /público/],
    ['https://1.0.0.10.in-addr.arpa', /público/],
    ['https://nas.home.arpa', /público/],
    ['https://host.containers', /público/],
    ['https://correio.mail', /público/],
    ['https://pauta.cluster', /público/],
    ['https://host.docker', /público/],
    ['https://pauta.nomad', /público/],
    ['https://10-1-2-3.default.pod', /público/],
    ['https://host.podman', /público/],
    ['https://127.0.0.1', /público/],
    ['https://127.1', /público/],
    ['https://2130706433', /público/],
    ['https://0x7f000001', /público/],
    ['https://0177.0.0.1', /público/],
    ['https://0', /público/],
    ['https://１２７.0.0.1', /público/],
    ['https://10.1.2.3', /público/],
    ['https://172.31.255.255', /público/],
    ['https://192.168.0.1', /público/],
    ['https://169.254.169.254', /público/],
    ['https://100.64.0.1', /público/],
    ['https://224.0.0.1', /público/],
    ['https://255.255.255.255', /público/],
    ['https://[::]', /público/],
    ['https://[::1]', /público/],
    ['https://[::ffff:127.0.0.1]', /público/],
    ['https://[::127.0.0.1]', /público/],
    ['https://[64:ff9b::7f00:1]', /público/],
    ['https://[64:ff9b:1::1]', /público/],
    ['https://[2002:7f00:1::]', /público/],
    ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]', /público/],
    ['https://[fe80::1]', /público/],
    ['https://[fd00:ec2::254]', /público/],
    ['https://[ff02::1]', /público/],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(message),
        details: { argument: 'webhookUrl' },
      }),
    )
  })

  it('accepts an exempt origin exactly as written, and refuses credentials in it', () => {
    const allowed = ['http://127.0.0.1:4000']
    expect(read('http://127.0.0.1:4000/hook', allowed)).toBe('http://127.0.0.1:4000/hook')
    for (const text of ['http://127.0.0.1:4001/', 'https://127.0.0.1:4000/', 'http://a@127.0.0.1:4000/'])
      expect(() => read(text, allowed)).toThrow('webhookUrl: ')
  })
})

describe('isPublicAddress', () => {
  /** The first and the last address of each closed range, and those beside it that are open. */
  const RANGES: [first: string, last: string, beside: string[]][] = [
    ['0.0.0.0', '0.255.255.255', ['1.0.0.0']],
    ['10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
    ['100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
    ['127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
    ['169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
    ['172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
    ['192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
    ['192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
    ['192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
    ['192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
    ['198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
    ['198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
    ['203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
    ['224.0.0.0', '255.255.255.255', ['223.255.255.255']],
    ['2001::', '2001:1ff:ffff::', ['2000:ffff::', '2001:200::']],
    ['2001:db8::', '2001:db8:ffff::', ['2001:db7:ffff::', '2001:db9::']],
    ['2002::', '2002:ffff::', ['2001:ffff::', '2003::']],
    ['3fff::', '3fff:fff:ffff::', ['3ffe:ffff::', '3fff:1000::']],
    ['4000::', 'ffff::', []],
    ['::', '1fff:ffff::', ['2000::']],
  ]
  it.each(RANGES)('refuses %s to %s', (first, last, beside) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false])
    expect(beside.filter((address) => !isPublicAddress(address))).toEqual([])
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450::1', '2001:4860:4860::8888'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
  it.each(['', 'exemplo.org', '127.1', '192.0.2.1', '2001:db8::1', '3fff::1', '::ffff:8.8.8.8', 'fec0::1'])(
    'refuses %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(false)
    },
  )
})
