import { afterEach, expect, test, vi } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { englishSingular } from './english-singular.ts';

// files after this one share its modules, of which one has remembered the language
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('English singulars', () => {
  const texts = {
    Itineraries: 'itinerary',
    'Reward policies': 'reward policy',
    Staff: 'staff',
    People: 'person',
    'Findings on teams': 'finding on teams',
    'Appeals against checks': 'appeal against checks',
    'Coaches without a team': 'coach without a team',
    'Rules and thresholds': 'rule and threshold',
    'Working calendar': 'working calendar',
    'SMS queue': 'SMS queue',
  };
  expect(Object.fromEntries(Object.keys(texts).map((label) => [label, englishSingular(label)]))).toEqual(texts);
});

test('the label of a field with several values becomes singular and keeps its capitals', async () => {
  vi.resetModules();
  vi.stubGlobal('window', { location: { search: '?lang=en', pathname: '/admin', hash: '' } });
  const { singularLabel } = await import('./english-singular.ts');
  const texts = (english: string) => singularLabel(text('', english));
  expect(['Contract numbers', 'Tags', 'USCC', 'Chinese', 'Address', 'Place details'].map(texts)).toEqual([
    'Contract number',
    'Tag',
    'USCC',
    'Chinese',
    'Address',
    'Place details',
  ]);
});
