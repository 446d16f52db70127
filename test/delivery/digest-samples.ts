import type { DigestInput } from '@pauta/delivery/digest/digest'
import type { DigestArticle } from '@pauta/delivery/digest/digest-article'

/** An article of a digest, with the given values. */
export function aDigestArticle(fields: Partial<DigestArticle> = {}): DigestArticle {
  return {
    uniqueId: 'campanha_1a2b3c',
    title: 'Campanha nacional de vacinação contra a gripe começa na segunda-feira em todo o país',
    url: 'https://www.gov.br/saude/campanha',
    agency: 'saude',
    agencyName: 'Ministério da Saúde',
    publishedAt: new Date('2026-06-01T03:00:00Z'),
    summary:
      'As doses estarão disponíveis em 38 mil salas de vacinação. Grupos prioritários incluem idosos e gestantes.',
    ...fields,
  }
}

/** A digest of two recortes that share an article, and of one without news. */
export function aDigestInput(fields: Partial<DigestInput> = {}): DigestInput {
  const shared = aDigestArticle()
  return {
    clippingName: 'Saúde pública',
    prompt: 'Acompanhar campanhas de vacinação e a atuação da Anvisa.',
    refTime: new Date('2026-06-01T11:00:00Z'),
    period: { kind: 'arrived', from: new Date('2026-05-31T11:00:00Z'), sinceRelease: true },
    recortes: [
      {
        title: 'Vacinação',
        articles: [
          shared,
          aDigestArticle({
            uniqueId: 'lote_4d5e6f',
            title: 'Fiocruz entrega novo lote de imunizantes',
            url: 'https://www.gov.br/fiocruz/lote',
            agencyName: 'Fundação Oswaldo Cruz',
            summary: null,
            contentHtml:
              '<p>A <strong>Fiocruz</strong> entregou um <a href="https://fiocruz.br/lote">novo lote</a>:</p><ul><li>gripe</li><li>febre amarela</li></ul>',
          }),
        ],
      },
      {
        title: 'Vigilância sanitária',
        articles: [
          aDigestArticle({
            uniqueId: 'registro_7a8b9c',
            title: 'Anvisa aprova registro de medicamento inédito',
            url: 'https://www.gov.br/anvisa/registro',
            agencyName: 'Agência Nacional de Vigilância Sanitária',
            summary: 'A decisão foi publicada no Diário Oficial da União.',
          }),
          shared,
        ],
      },
      { title: 'Editais', articles: [] },
    ],
    ...fields,
  }
}
