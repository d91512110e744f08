import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** The platform's public information about itself. */
export const siteSettings = settings({
  name: 'site',
  // officers of every level see the framed page as if it were part of the platform
  guarded: ['address', 'member_center', 'car_rental_url'],
  label: text('站点', 'Site'),
  fields: {
    name: field.text(text('平台名称', 'Platform name'), { required: true, max: 30, initial: '行鉴' }),
    name_en: field.text(text('英文名称', 'English name'), { required: true, max: 40, initial: 'Xingjian' }),
    authority: field.text(text('主管部门', 'Competent authority'), {
      max: 60,
      hint: text('文书与公开页面的落款', 'Signature on documents and public pages'),
    }),
    address: field.url(text('平台网址', 'Platform address'), {
      hint: text(
        '短信中的链接以此开头；不填不发带链接的短信',
        'Links in SMS start with it; if left empty no SMS with links are sent',
      ),
    }),
    hotline: field.text(text('咨询电话', 'Enquiry phone'), { max: 40 }),
    record_number: field.text(text('网站备案号', 'ICP filing number'), { max: 60 }),
    member_center: field.switch(text('开放会员中心', 'Open member centre'), { initial: '1' }),
    car_rental_url: field.url(text('租车平台地址', 'Car rental platform address'), {
      hint: text('后台“租车”页面嵌入的地址', 'Address embedded in the “Car rental” page of the back office'),
    }),
    quick_entrance: field.pairs(text('快捷入口', 'Quick links'), {
      hint: text(
        '配置页上的快捷链接：名称与站内地址',
        'Links on the page of settings: name and address within the platform',
      ),
    }),
    config_group: field.pairs(text('自建分组', 'Custom groups'), {
      hint: text(
        '在内置分组之后：键（小写字母开头）与名称；其中还有设置的不能去掉',
        'Listed after the built-in groups: key (starting with a lowercase letter) and name; groups that contain settings cannot be removed',
      ),
    }),
  },
  public: ['name', 'name_en', 'authority', 'hotline', 'record_number', 'member_center'],
});
