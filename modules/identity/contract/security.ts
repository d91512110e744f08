import { field } from '#kernel/field.ts';
import { settings } from '#kernel/settings.ts';
import { text } from '#kernel/text.ts';

/** What is asked of administrators when they sign in, and what is kept of their work (domain reference §2.W). */
export const security = settings({
  name: 'auth/security',
  label: text('登录安全', 'Sign-in'),
  fields: {
    log_months: field.integer(text('操作日志保留（月）', 'Operation log kept (months)'), {
      required: true,
      initial: 24,
      min: 6,
      max: 240,
    }),
  },
});
