const at = (hours: number): number => Math.floor(Date.now() / 1000) + hours * 3600;

/** Sample values for fields checked against each other: a category of its own address, and a time to go offline. */
export const articleSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'article/category': { slug: (n: number) => `category-${n}`, kind: 'list', url: null },
  'article/article': { audience: 'public', must_read: '0', publish_at: null, expire_at: at(24) },
  'article/receipt': { kind: 'officer', admin_id: (n: number) => n, user_id: null },
};
