-- The page a member begins with is called what it is; a name an office gave it stays.
update user_rule set title = '首页', title_en = 'Home', icon = 'el-icon-House'
where name = 'account/overview' and title = '账户概览';
