import fc from 'fast-check';

/** What nobody sends by mistake: values, names and bodies made to break what reads them. */

const NASTY_TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e倒过来',
  '\uFEFF',
  '👨‍👩‍👧‍👦'.repeat(50),
  "' or 1=1; drop table users; --",
  '%27%20--',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1+1)',
  '../../etc/passwd',
  '${7*7}{{7*7}}',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '９９',
  '1,2,3,,',
  '[',
  '{"a":',
  '[[[[[[[[]]]]]]]]',
  '{"__proto__":{"isAdmin":true}}',
  'null',
  'undefined',
  '2026-13-45 99:99',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00.000Z',
  '9007199254740993',
  '%',
  '%E0%A4',
  'a\r\nSet-Cookie: x=1',
  '字'.repeat(5_000),
  ','.repeat(3_000),
];

export const nastyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.double().map(String),
  fc.bigInt().map(String),
);

const nastyNames = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'length', ''];

/** Of JSON: nested, of any type, with names that objects have of their own. */
export const nastyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: nastyText },
  fc.constantFrom<unknown>(null, true, false, -0, 1e308, 2 ** 53, -1, 0.1 + 0.2, 2147483648, [], {}, [null], [[]]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(nastyText, { maxLength: 5 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...nastyNames), fc.string({ maxLength: 8 })), nastyText, { maxKeys: 4 }),
);

/** Values for some of a call's fields, and some that it has not. */
export function nastyFields(names: string[]): fc.Arbitrary<[string, unknown][]> {
  const name = fc.oneof(
    { weight: 6, arbitrary: names.length > 0 ? fc.constantFrom(...names) : fc.constant('id') },
    fc.constantFrom(...nastyNames, 'pageSize', 'currentPage', 'requestId', 'sort', 'order'),
  );
  return fc.array(fc.tuple(name, nastyJson), { minLength: 1, maxLength: 4 });
}

/** Bodies that are not what their type says. */
export const BROKEN_BODIES: [name: string, type: string | null, body: string][] = [
  ['broken JSON', 'application/json', '{"id": 1'],
  ['a JSON list', 'application/json', '[1,2,3]'],
  ['a JSON text', 'application/json', '"id"'],
  ['JSON without end', 'application/json', '['.repeat(50_000)],
  ['deep JSON', 'application/json', `{"id":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ['deep objects', 'application/json', `{"id":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
  [
    'own names of objects',
    'application/json',
    '{"id":{"toString":1,"valueOf":2},"ids":{"toString":1},"__proto__":{"ids":[1]}}',
  ],
  ['NUL in JSON', 'application/json', '{"id":"\\u0000","name":"a\\u0000b"}'],
  ['lone surrogates', 'application/json', '{"id":"\\ud800","name":"\\udfff","title":"\\ud800"}'],
  ['a huge number', 'application/json', `{"id":${'9'.repeat(400)},"ids":[1e400,-1e400]}`],
  ['a name twice in JSON', 'application/json', '{"id":1,"id":[2],"ids":"1","ids":null}'],
  ['multipart without boundary', 'multipart/form-data', 'id=1'],
  [
    'multipart broken off',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1',
  ],
  ['multipart of nothing', 'multipart/form-data; boundary=x', ''],
  [
    'multipart with odd names',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="toString"\r\n\r\n1\r\n--x--\r\n',
  ],
  ['a form with broken codes', 'application/x-www-form-urlencoded', 'id=%&ids=%E0%A4&name=%00&title=%ff%fe'],
  [
    'a form of many fields',
    'application/x-www-form-urlencoded',
    Array.from({ length: 3_000 }, (_, index) => `f${index}=1`).join('&'),
  ],
  [
    'names repeated',
    'application/x-www-form-urlencoded',
    'id=1&id=2&ids=1&ids=2&ids=abc&name=a&name=b&__proto__=1&toString=2',
  ],
  ['no type', null, 'id=1'],
  ['another type', 'text/xml', '<id>1</id>'],
  ['a type that is none', 'application/json; charset=utf-16', '\u0000i\u0000d'],
];
